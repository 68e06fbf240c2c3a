export type AssistantQuestion = { channelId: number; messageId: number; personId: number; text: string }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Somebody wrote to the assistant; raised in the transaction that writes the message. */
    'chat.asked': AssistantQuestion
  }
}
