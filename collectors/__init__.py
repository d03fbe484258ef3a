"""What is observed, and what is inferred from it. The only user of `boto3` and `kubernetes`; it never writes to a source."""
