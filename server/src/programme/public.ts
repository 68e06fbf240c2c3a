export { loadDemoIfEmpty } from './load/folder.ts'
