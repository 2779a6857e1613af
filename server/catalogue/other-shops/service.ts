export { fetchImportedPictures } from '#server/catalogue/other-shops/fetch-pictures.ts'
