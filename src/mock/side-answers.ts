import type { JsonObject } from '../model/index.ts'

// Each provider's clients read the keys they know and pass over the others, so one answer serves all of them.

export function modelList(models: readonly string[]): JsonObject {
  return {
    object: 'list',
    data: models.map(modelEntry),
    has_more: false,
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
    models: models.map(modelEntry),
  }
}

export function modelEntry(id: string): JsonObject {
  return {
    id,
    object: 'model',
    type: 'model',
    created: 0,
    created_at: '1970-01-01T00:00:00Z',
    owned_by: 'holdfast-mock',
    display_name: id,
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }
}

export function tokenCount(tokens: number): JsonObject {
  return { object: 'response.input_tokens', input_tokens: tokens, totalTokens: tokens }
}
