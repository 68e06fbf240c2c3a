export type CallLeft = { channelId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Somebody left a call, or was lost. */
    'video.left': CallLeft
  }
}
