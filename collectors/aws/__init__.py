"""AWS, read with `boto3`: a file per service, everything common in `session`."""
