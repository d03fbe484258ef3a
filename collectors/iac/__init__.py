"""Infrastructure as code: Terraform and OpenTofu state."""
