import { describeRecordStore } from '../record-store.suite.ts'
import { memoryStore } from './memory-store.ts'

describeRecordStore('memoryStore', async () => memoryStore(), { isShared: false })
