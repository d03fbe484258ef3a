"""GraphQL: types over the plain rendering, thin resolvers, limits. `schema.graphql` at the root is what `schema.sdl()` prints."""
