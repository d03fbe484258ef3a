# The network, the databases and the buckets of prod.
resource "aws_vpc" "prod" {
  cidr_block = "10.20.0.0/16"
}

resource "aws_db_instance" "orders" {
  identifier        = "orders-db"
  engine            = "postgres"
  allocated_storage = 200
}
