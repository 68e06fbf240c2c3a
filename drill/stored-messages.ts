import { withClient } from './engines.ts'

/** Spreads stored messages over the channels, as after years of use. Returns the last message id of each channel. */
export async function plantMessages(
  databaseUrl: string,
  channels: readonly number[],
  howMany: number,
): Promise<Map<number, number>> {
  return withClient(databaseUrl, async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query(
      `insert into chat_message (channel_id, body, created_at, words)
       select channel, 'stored ' || n, now() - interval '1 day' + n * interval '1 millisecond',
         array_to_tsvector(array[channel || ':stored', channel || ':' || n])
       from generate_series(0, $2::int - 1) n,
         lateral (select ($1::bigint[])[1 + n % cardinality($1::bigint[])]) as spread (channel)
       order by n`,
      [channels, howMany],
    )
    const { rows } = await client.query<{ id: string; last: string }>(
      `update chat_channel set last_message_id = newest.id
       from (select channel_id, max(id) as id from chat_message group by channel_id) as newest
       where newest.channel_id = chat_channel.id and chat_channel.id = any($1::bigint[])
       returning chat_channel.id::text, chat_channel.last_message_id::text as last`,
      [channels],
    )
    await client.query('vacuum analyze chat_message')
    return new Map(rows.map(({ id, last }) => [Number(id), Number(last)]))
  })
}
