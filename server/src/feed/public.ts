export { insertLikes } from './demo-store.ts'
