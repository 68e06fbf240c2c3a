export { type Concern, hasTeamFor, raiseConcern } from './concern.ts'
export { type Danger, detectDanger } from './danger/detect-danger.ts'
