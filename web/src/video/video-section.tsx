import { CallFlow } from './call-flow.tsx'
import { NoVideo } from './no-video.tsx'

/** The video section of the chat page: the call in the URL, if any. */
export const VideoSection = ({ room }: { room: string | null }) =>
  room === null ? <NoVideo /> : <CallFlow key={room} id={room} />
