export type Asked = { channelId: number; messageId: number; personId: number; text: string }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Somebody has said something to the assistant; raised in the transaction that writes it. */
    'chat.asked': Asked
  }
}
