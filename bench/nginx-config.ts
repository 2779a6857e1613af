export interface NginxSite {
  /** `host:port` of each process of the shop. */
  nodes: readonly string[]
  /** What it listens on; an https site has its certificate's files and sends plain http away. */
  listen: { plain: string } | { https: { name: string; certificate: string; key: string } }
}

const INDENT = '    '

function listenLines({ listen }: NginxSite): string[] {
  if ('plain' in listen) return [`listen ${listen.plain};`]
  const { name, certificate, key } = listen.https
  return [
    'listen 443 ssl http2;',
    'listen [::]:443 ssl http2;',
    `server_name ${name};`,
    `ssl_certificate ${certificate};`,
    `ssl_certificate_key ${key};`,
    'ssl_protocols TLSv1.2 TLSv1.3;',
    'ssl_session_cache shared:tls:10m;',
  ]
}

function redirectServer({ listen }: NginxSite): string {
  if ('plain' in listen) return ''
  return `
server {
    listen 80;
    listen [::]:80;
    server_name ${listen.https.name};
    location /.well-known/acme-challenge/ {
        root /var/www/html; # certbot's proofs
    }
    location / {
        return 301 https://${listen.https.name}$request_uri;
    }
}
`
}

/**
 * What nginx needs to know (inside of its `http` block) to stand before the shop's processes: it passes over a process that does
 * not take connections, but repeats no call that could do its work twice.
 */
export function nginxConfig(site: NginxSite): string {
  const nodes = site.nodes.map((node) => `${INDENT}server ${node} max_fails=1 fail_timeout=2s;`).join('\n')
  const listen = listenLines(site)
    .map((line) => INDENT + line)
    .join('\n')
  return `upstream selvedge {
    zone selvedge 64k;
    least_conn;
${nodes}
    keepalive 64;
}

# The proof of a payment and the token that confirms an address are part of these addresses and belong in no log.
map $uri $logged_path {
    ~^/api/order/[^/]+/[^/]+/ /api/order/...;
    ~*^/+confirm-email/ /confirm-email/...;
    default $uri;
}
log_format shop '$remote_addr [$time_local] "$request_method $logged_path" $status $body_bytes_sent '
                '$request_time $upstream_addr $upstream_http_x_request_id';

server {
${listen}

    access_log /var/log/nginx/shop.log shop;
    client_max_body_size 32m;
    gzip off; # The shop compresses by itself.

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    # Only what nginx itself saw: a visitor's own header is dropped. TRUSTED_PROXIES names nginx's address.
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_connect_timeout 1s;
    proxy_read_timeout 35s;
    proxy_buffers 16 32k;
    proxy_buffer_size 32k;

    # A process that is gone is passed over. A POST, PATCH or DELETE that was sent once is not sent again; and a 503 is
    # the shop's own answer, which another process would give too.
    proxy_next_upstream error timeout;
    proxy_next_upstream_tries 2;
    proxy_intercept_errors off;
    error_page 502 504 = @away;

    location / {
        proxy_pass http://selvedge;
    }

    # The one GET that does its work again when it is sent again.
    location /api/cart/add/ {
        proxy_pass http://selvedge;
        proxy_next_upstream off;
    }

    location ~* ^/api/order/[^/]+/[^/]+/|^/+confirm-email/ {
        proxy_pass http://selvedge;
        error_log /var/log/nginx/shop-error.log crit;
    }

    location @away {
        internal;
        default_type application/json;
        add_header Cache-Control no-store always;
        add_header Retry-After 2 always;
        return 503 '{"message":"The shop is away for a moment. Please try again.","error":"The shop is away for a moment. Please try again.","code":"unavailable"}';
    }
}
${redirectServer(site)}`
}
