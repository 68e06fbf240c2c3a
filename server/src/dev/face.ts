export { playGoogle, type PlayedGoogle } from './google-play.ts'
