using System.Diagnostics;
using System.IO;
using SfPerf.LoadGenerator.SelfTesting;
using Xunit;

namespace SfPerf.LoadGenerator.Tests;

[Collection(Running.Alone.Name)]
public sealed class SelfTestTests
{
    [Fact]
    public void Every_known_answer_comes_out_right_in_under_10_s()
    {
        var watch = Stopwatch.StartNew();
        var output = new StringWriter();
        var right = SelfTest.Run(output);
        Assert.True(right, output.ToString());
        Assert.InRange(watch.Elapsed.TotalSeconds, 0, 10);
        TestContext.Current.TestOutputHelper?.WriteLine($"{output}{watch.Elapsed}");
    }
}
