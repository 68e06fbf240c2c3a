/**
 * Domain events: facts in the past tense, for other domains. Each domain adds its own in its events.ts with
 * `declare module '#core/events.ts' { interface DomainEvents { 'domain.thing_happened': {…} } }`.
 */
export interface DomainEvents {}

export type DomainEvent = { [Type in keyof DomainEvents]: { type: Type } & DomainEvents[Type] }[keyof DomainEvents]
