import type { Ctx } from './ctx.ts'

/**
 * Domain events, named in the past tense. Each domain adds its own in its events.ts with `declare module '#core/events.ts' {
 * interface DomainEvents { 'domain.thing_happened': {…} } }`.
 */
export interface DomainEvents {}

export type DomainEvent = { [Type in keyof DomainEvents]: { type: Type } & DomainEvents[Type] }[keyof DomainEvents]

/** Listeners have no actor: they run in the emitter's transaction, at its time. */
export type ListenerCtx = Omit<Ctx, 'actor'>

export type Listeners = {
  [Type in keyof DomainEvents]?: (ctx: ListenerCtx, event: { type: Type } & DomainEvents[Type]) => Promise<void>
}

/** Runs the listeners one after the other; an error in one undoes the whole transaction. */
export async function dispatch(domains: readonly Listeners[], ctx: ListenerCtx, event: DomainEvent): Promise<void> {
  for (const listeners of domains) {
    const listener: unknown = listeners[event.type]
    // The event's type selected the listener, which the compiler cannot follow through a union of keys.
    if (typeof listener === 'function') await (listener as (ctx: ListenerCtx, event: DomainEvent) => Promise<void>)(ctx, event)
  }
}
