// EXPECT_REFUSED(result, text): the result is a user's error whose message is one line and contains `text`.
#pragma once

#include "scrim/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#define EXPECT_REFUSED(result, text)                                                  \
    do {                                                                              \
        const auto& refused = (result);                                               \
        ASSERT_FALSE(refused.ok());                                                   \
        EXPECT_EQ(refused.error().kind, scrim::Error::Kind::input);                   \
        EXPECT_THAT(refused.error().message, testing::HasSubstr(text));               \
        EXPECT_THAT(refused.error().message, testing::Not(testing::HasSubstr("\n"))); \
    } while (false)
