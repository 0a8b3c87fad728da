using System;
using System.IO;
using System.Linq;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Reports.Tests.Runs;

public sealed class WholeFileTests
{
    [Fact]
    public void A_file_is_replaced_and_nothing_else_is_left()
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("a.txt", "a longer text from before");
        WholeFile.Write(path, "new");
        Assert.Equal("new", File.ReadAllText(path));
        Assert.Equal(["a.txt"], Directory.GetFiles(folder.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void Folders_that_are_missing_are_made()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "x", "y", "a.txt");
        WholeFile.Write(path, "new");
        Assert.Equal("new", File.ReadAllText(path));
    }

    [Fact]
    public void What_cannot_be_replaced_stays_and_no_temporary_file_does()
    {
        using var folder = new TemporaryFolder();
        var inner = Directory.CreateDirectory(Path.Combine(folder.Path, "a.txt")).FullName;
        File.WriteAllText(Path.Combine(inner, "b"), "kept");
        Assert.ThrowsAny<Exception>(() => WholeFile.Write(inner, "new"));
        Assert.Equal("kept", File.ReadAllText(Path.Combine(inner, "b")));
        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    [Fact]
    public void Content_that_turns_out_to_be_none_leaves_everything_as_it_was()
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("a.txt", "before");
        Assert.False(WholeFile.Write(path, output =>
        {
            output.Write("half");
            return false;
        }));
        Assert.Throws<InvalidOperationException>(() => WholeFile.Write(path, (TextWriter output) =>
        {
            output.Write("half");
            throw new InvalidOperationException();
        }));
        Assert.Equal("before", File.ReadAllText(path));
        Assert.Equal(["a.txt"], Directory.GetFiles(folder.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void A_device_is_written_to_and_not_replaced()
    {
        if (!File.Exists("/dev/null"))
            Assert.Skip("skipped: needs /dev/null");
        WholeFile.Write("/dev/null", "new");
        Assert.Equal("", File.ReadAllText("/dev/null"));
    }
}
