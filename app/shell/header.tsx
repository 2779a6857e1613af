import { ChevronDown, Heart, User } from 'lucide-react'
import { NavLink } from 'react-router'

import { useMainMenu, useShop } from '#app/api/use-shop.ts'
import { CartLink } from '#app/shell/cart-link.tsx'
import { CategoriesPanel } from '#app/shell/categories-panel.tsx'
import { HeaderSearch } from '#app/shell/header-search.tsx'
import { ProfileMenu } from '#app/shell/profile-menu.tsx'
import { SandboxNotice } from '#app/shell/sandbox-notice.tsx'
import { SideMenu } from '#app/shell/side-menu.tsx'
import { useCategories } from '#app/shell/use-categories.ts'
import { useHeaderScroll } from '#app/shell/use-header-scroll.ts'
import { Dropdown } from '#app/ui/dropdown.tsx'
import { CATEGORIES_ENTRY } from '#contract/pages-of-blocks/menus.ts'
import { withWidth } from '#app/ui/picture.tsx'
import { Link } from '#app/ui/link.tsx'

const ENTRY = 'flex min-h-11 items-center gap-1.5 rounded-control px-3 text-sm hover:bg-card in-data-many:px-2'
/** Up to so many entries have room beside the search at 1280 pixels. */
const ROOMY = 6

function NavEntry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      {to.startsWith('/') ? (
        <NavLink className={ENTRY} to={to} end={to === '/'}>
          {children}
        </NavLink>
      ) : (
        <a className={ENTRY} href={to} rel="noopener noreferrer">
          {children}
        </a>
      )}
    </li>
  )
}

/** The owner's logo, or the shop's name. */
function Brand() {
  const { shopName, logo } = useShop()
  if (logo) {
    return <img className="logo" src={withWidth(logo.src, 320)} alt="" width={logo.width} height={logo.height} />
  }
  return (
    <>
      <span className="lg:truncate">{shopName}</span>
      <span className="stop" aria-hidden="true" />
    </>
  )
}

/** The header of every shop page. It stays visible while the focus is inside it. */
export function Header() {
  const { shopName } = useShop()
  const { isCard, isHidden } = useHeaderScroll()
  const categories = useCategories()
  const menu = useMainMenu()
  return (
    <header className="site-header" data-card={isCard} data-hidden={isHidden}>
      <SandboxNotice />
      <div className="site-header-bar">
        <Link
          to="/"
          className="heading flex min-h-11 items-center text-lg lg:max-w-72 lg:shrink-0"
          aria-label={`${shopName}, home`}
        >
          <Brand />
        </Link>
        <nav aria-label="Main" className="max-lg:hidden">
          <ul className="flex items-center" data-many={menu.length > ROOMY || undefined}>
            {menu.map(([to, label]) =>
              to === CATEGORIES_ENTRY ? (
                <li key={to}>
                  <Dropdown
                    label={
                      <>
                        <span>{label}</span>
                        <ChevronDown size={16} aria-hidden="true" />
                      </>
                    }
                    buttonClassName={ENTRY}
                    opensOnHover
                  >
                    <CategoriesPanel {...categories} />
                  </Dropdown>
                </li>
              ) : (
                <NavEntry key={to} to={to}>
                  {label}
                </NavEntry>
              ),
            )}
          </ul>
        </nav>
        <div className="ms-auto flex min-w-0 items-center gap-1">
          <HeaderSearch />
          <Dropdown
            label={
              <>
                <User size={20} aria-hidden="true" />
                <span className="max-lg:sr-only">Profile</span>
              </>
            }
            buttonClassName={ENTRY}
            align="end"
          >
            <ProfileMenu />
          </Dropdown>
          <Link
            to="/wishlist"
            className="grid size-11 place-items-center rounded-control hover:bg-card"
            aria-label="Wishlist"
          >
            <Heart size={20} aria-hidden="true" />
          </Link>
          <CartLink />
          <SideMenu {...categories} />
        </div>
      </div>
    </header>
  )
}
