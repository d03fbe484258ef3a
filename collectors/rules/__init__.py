"""What no source states outright: a file per question (owner, repository, managed, …), each rule with a name, a confidence and a basis."""
