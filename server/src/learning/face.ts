export { setWantedTags } from './wanted-tags.ts'
