using System;
using System.IO;
using SfPerf.LoadGenerator.SelfTesting;
using Xunit;

namespace SfPerf.LoadGenerator.Tests;

[Collection(Running.Alone.Name)]
public sealed class SelfTestTests
{
    [Fact]
    public void Every_known_answer_comes_out_right_in_under_10_s_of_cpu()
    {
        // CPU, not wall time: on a busy machine the same work takes as much longer as the others take.
        var start = Environment.CpuUsage.TotalTime;
        var output = new StringWriter();
        var right = SelfTest.Run(output);
        Assert.True(right, output.ToString());
        var used = Environment.CpuUsage.TotalTime - start;
        Assert.InRange(used.TotalSeconds, 0, 10);
        TestContext.Current.TestOutputHelper?.WriteLine($"{output}{used}");
    }
}
