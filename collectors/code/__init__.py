"""Code ownership, read from git folders: CODEOWNERS, Backstage catalogues, history."""
