export { findPostTexts, insertLikes } from './store.ts'
