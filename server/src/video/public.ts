export { openVideo } from './open-video.ts'
export { summaryEngine } from './summary-engine.ts'
export { transcriptionEngine } from './transcription-engine.ts'
export { videoPurposes } from './purposes.ts'
