"""From a question to a checked answer: vocabulary, planners, drafts and the ask pipeline. The only user of `openai`."""
