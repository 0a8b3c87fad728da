using System.IO;
using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class DataFolderLockTests
{
    [Fact]
    public void It_is_held_until_its_holder_lets_it_go()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-test-").FullName;
        try
        {
            Assert.False(DataFolderLock.IsHeld(folder));
            Assert.Empty(Directory.GetFiles(folder));
            using (DataFolderLock.Hold(folder))
            {
                Assert.True(DataFolderLock.IsHeld(folder));
                Assert.Throws<IOException>(() => DataFolderLock.Hold(folder));
            }

            Assert.False(DataFolderLock.IsHeld(folder));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
