import { defineConfig } from 'vitest/config'

// real processes, sockets and ratios of times: on a shared machine one of thousands may stumble, and says so when it does
const test = { testTimeout: 30_000, retry: process.env['CI'] === undefined ? 0 : 1 }

export default defineConfig({
  test: {
    // most of them wait for processes and sockets, so two at once fit on the smallest machine
    maxWorkers: 2,
    projects: [
      { test: { ...test, name: 'holdfast', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] } },
      {
        // the newest majors of the clients declare Node 22, but run on 20; both generations must work unchanged
        resolve: { alias: { openai: 'openai-newest', '@google/genai': 'genai-newest', ai: 'ai-newest' } },
        test: {
          ...test,
          name: 'newest clients',
          include: ['test/proxy/*-sdk.test.ts', 'test/sdk/{openai,genai,ai-sdk,parity}.test.ts'],
        },
      },
    ],
  },
})
