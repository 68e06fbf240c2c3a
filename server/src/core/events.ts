import type { Ctx } from './ctx.ts'

/**
 * What happened, in the past tense. Each room adds its own in its events.ts by
 * `declare module '#core/events.ts' { interface DomainEvents { 'room.thing_happened': {…} } }`.
 */
export interface DomainEvents {}

export type DomainEvent = { [Type in keyof DomainEvents]: { type: Type } & DomainEvents[Type] }[keyof DomainEvents]

/** Listeners have no caller of their own: they act in the emitter's transaction, at its time. */
export type ListenerCtx = Omit<Ctx, 'actor'>

export type Listeners = {
  [Type in keyof DomainEvents]?: (ctx: ListenerCtx, event: { type: Type } & DomainEvents[Type]) => Promise<void>
}

/** Runs every listener in turn; one that throws undoes the whole transaction. */
export async function dispatch(rooms: readonly Listeners[], ctx: ListenerCtx, event: DomainEvent): Promise<void> {
  for (const listeners of rooms) {
    const listener: unknown = listeners[event.type]
    // The event's type picked the listener, which the compiler cannot follow through a union of keys.
    if (typeof listener === 'function') await (listener as (ctx: ListenerCtx, event: DomainEvent) => Promise<void>)(ctx, event)
  }
}
