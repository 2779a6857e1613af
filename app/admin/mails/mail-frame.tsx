interface MailFrameProps {
  title: string
  html: string
  width: string
  look: 'light' | 'dark'
}

const HEIGHT_PX = 860

/** A mail as a mail program of this width and look shows it; it runs nothing. */
export function MailFrame({ title, html, width, look }: MailFrameProps) {
  return (
    <div className="@container">
      <div
        className="mail-preview"
        style={{ '--width': `${width}px`, '--height': `${HEIGHT_PX}px` } as React.CSSProperties}
      >
        <iframe
          key={`${title} ${width} ${look}`}
          title={`${title}, ${width} px, ${look}`}
          sandbox=""
          srcDoc={html}
          className="rounded-control border border-line"
          style={{ colorScheme: look }}
        />
      </div>
    </div>
  )
}
