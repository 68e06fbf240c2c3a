export { insertLikes } from './store.ts'
