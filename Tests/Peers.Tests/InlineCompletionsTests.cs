using System;
using Xunit;

namespace SfPerf.Peers.Tests;

public sealed class InlineCompletionsTests
{
    [Fact]
    public void Enabling_leaves_nothing_that_a_started_program_would_inherit()
    {
        InlineCompletions.Enable();
        InlineCompletions.Enable();
        Assert.Null(Environment.GetEnvironmentVariable("DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS"));
    }
}
