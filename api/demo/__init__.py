"""The sample estate: two AWS accounts, two clusters, four repositories, one Terraform state, all invented and cross-linked."""
