import { piecesOf } from '@saathi/contract/chat/mentions'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import css from './bubble.module.css'
import { partsOf } from './first-url.ts'

/** What was written, as text: names as pills, addresses as links. Nothing of it is ever read as HTML. */
export function MessageWords({ text }: { text: string }) {
  return (
    <p className={css.words} dir="auto">
      {piecesOf(text).map((piece, place) =>
        'userId' in piece ? (
          <bdi key={place} className={css.mention}>
            @{piece.name}
          </bdi>
        ) : (
          <Fragment key={place}>
            {partsOf(piece.text).map((part, at) => (part.isLink ? <Address key={at} url={part.text} /> : part.text))}
          </Fragment>
        ),
      )}
    </p>
  )
}

/** What the server hands out under our own address is no page: a call, or a file with its ending. */
const isPage = ({ origin, pathname }: URL): boolean => origin === location.origin && !/^\/api\/|\.\w+$/.test(pathname)

/** A page of our own opens here, every other one apart. */
function Address({ url }: { url: string }) {
  const address = new URL(url)
  if (isPage(address))
    return (
      <Link to={address.pathname} search={Object.fromEntries(address.searchParams)} hash={address.hash.slice(1)} dir="ltr">
        {url}
      </Link>
    )
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
      {url}
    </a>
  )
}
