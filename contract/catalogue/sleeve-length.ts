/** In centimetres from the shoulder seam; a sleeve that ends at the elbow is shorter. */
export const LONG_SLEEVE_FROM_CM = 45
