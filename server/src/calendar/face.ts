export { calendarEngine, RETURN_PATH, type PlayedProviders } from './provider-engine.ts'
export { UUID_PROPERTY } from './graph.ts'
export type { Answered, Asked, Transport } from './provider-http.ts'
export { type OAuthProvider, oauthRules } from './oauth-rules.ts'
