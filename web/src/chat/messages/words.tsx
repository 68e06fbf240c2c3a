import { piecesOf } from '@saathi/contract/chat/mentions'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import css from './bubble.module.css'
import { partsOf } from './first-url.ts'

/** The text with mentions as pills and addresses as links. Never parsed as HTML. */
export function MessageWords({ text }: { text: string }) {
  return (
    <p className={css.words} dir="auto">
      {piecesOf(text).map((piece, index) =>
        'userId' in piece ? (
          <bdi key={index} className={css.mention}>
            @{piece.name}
          </bdi>
        ) : (
          <Fragment key={index}>
            {partsOf(piece.text).map((part, at) => (part.isLink ? <Address key={at} url={part.text} /> : part.text))}
          </Fragment>
        ),
      )}
    </p>
  )
}

/** API calls and files under our own origin are not pages. */
const isPage = ({ origin, pathname }: URL): boolean => origin === location.origin && !/^\/api\/|\.\w+$/.test(pathname)

/** Our own pages open in place, all others in a new tab. */
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
