export { createMutationWriter, type WriterOptions, type WriterProvider } from './create-writer.ts'
