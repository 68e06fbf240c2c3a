export { findTargets, isParticipant } from './access.ts'
export { insertDemoCalls } from './demo.ts'
export { summaryEngine } from './summary/engine.ts'
export { transcriptionEngine } from './summary/transcription-engine.ts'
