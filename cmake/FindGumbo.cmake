# Finds gumbo, which ships no CMake file. Defines Gumbo::gumbo.
# Installed beside exactblend's package file as well, which needs it for the same reason.
include(FindPackageHandleStandardArgs)
find_path(GUMBO_INCLUDE_DIR gumbo.h)
find_library(GUMBO_LIBRARY gumbo)
mark_as_advanced(GUMBO_INCLUDE_DIR GUMBO_LIBRARY)
find_package_handle_standard_args(Gumbo REQUIRED_VARS GUMBO_LIBRARY GUMBO_INCLUDE_DIR)
if(Gumbo_FOUND AND NOT TARGET Gumbo::gumbo)
  add_library(Gumbo::gumbo UNKNOWN IMPORTED)
  set_target_properties(Gumbo::gumbo PROPERTIES
    IMPORTED_LOCATION "${GUMBO_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GUMBO_INCLUDE_DIR}")
endif()
