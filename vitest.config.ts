import { defineConfig } from 'vitest/config'

const test = { testTimeout: 30_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { ...test, name: 'holdfast', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] } },
      {
        // the newest majors of the clients declare Node 22, but run on 20; both generations must work unchanged
        resolve: { alias: { openai: 'openai-newest', '@google/genai': 'genai-newest' } },
        test: { ...test, name: 'newest clients', include: ['test/proxy/*-sdk.test.ts'] },
      },
    ],
  },
})
