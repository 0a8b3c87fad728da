using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json.Nodes;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Tests.Manifests;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class DataFolderTests : IDisposable
{
    private static readonly Guid Partition = new("00000000-0000-0000-0000-000000000001");
    private readonly string _root = Directory.CreateTempSubdirectory("sfperf-folder-").FullName;

    private string Folder => Path.Combine(_root, "cluster");

    private string First => Path.Combine(Folder, "manager.json");

    private string Second => Path.Combine(Folder, "manager.json.copy");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_flipped_bit_anywhere_in_one_copy_of_the_state_loses_nothing_and_is_reported(bool first)
    {
        Deploy();
        var bytes = File.ReadAllBytes(First);
        // Every byte of the ends, and a sample of the middle: the checksum covers all of them alike.
        foreach (var at in Enumerable.Range(0, bytes.Length).Where(i => i < 64 || i > bytes.Length - 64 || i % 97 == 0))
        {
            File.WriteAllBytes(First, bytes);
            File.WriteAllBytes(Second, bytes);
            Flip(first ? First : Second, at);
            using var folder = DataFolder.Open(Folder, reset: false, nodes: 5);
            Assert.Equal([Partition], folder.State.Applications.Single().Created);
            Assert.Contains(first ? "manager.json' was damaged" : "manager.json.copy' was damaged",
                folder.Repairs.Single());
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_missing_or_emptied_copy_of_the_state_is_written_again(bool deleted)
    {
        Deploy();
        if (deleted)
            File.Delete(First);
        else
            File.WriteAllBytes(First, []);
        using (var folder = DataFolder.Open(Folder, reset: false, nodes: 5))
            Assert.Contains(deleted ? "was missing" : "was damaged", folder.Repairs.Single());
        Assert.Equal(File.ReadAllBytes(Second), File.ReadAllBytes(First));
    }

    [Fact]
    public void A_state_whose_copies_are_both_damaged_is_refused_and_nothing_is_touched()
    {
        Deploy();
        Flip(First, 40);
        Flip(Second, 50);
        var before = Directory.GetFiles(Folder).ToDictionary(f => f, File.ReadAllBytes);
        var refusal = Assert.Throws<ClusterException>(() => DataFolder.Open(Folder, reset: false, nodes: 5));
        Assert.Equal("DataFolder", refusal.Code);
        Assert.Contains("No copy of the manager's state is whole", refusal.Message);
        Assert.Contains("--reset", refusal.Message);
        Assert.All(before, f => Assert.Equal(f.Value, File.ReadAllBytes(f.Key)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Without_its_state_a_folder_that_holds_data_is_refused_and_nothing_is_touched(bool withJournal)
    {
        Deploy();
        var data = Path.Combine(Folder, "_Node_3", "_App", "A_App1", "work", "x.log");
        _ = Directory.CreateDirectory(Path.GetDirectoryName(data)!);
        File.WriteAllText(data, "data");
        foreach (var file in new[] { First, Second })
            File.Delete(file);
        if (!withJournal)
        {
            foreach (var file in Directory.GetFiles(Folder, "configuration.*"))
                File.Delete(file);
        }

        var refusal = Assert.Throws<ClusterException>(() => DataFolder.Open(Folder, reset: false, nodes: 5));
        Assert.Equal("DataFolder", refusal.Code);
        Assert.Contains("_Node_3", refusal.Message);
        Assert.Contains("--reset", refusal.Message);
        Assert.Equal("data", File.ReadAllText(data));
        using (DataFolder.Open(Folder, reset: true, nodes: 5))
            Assert.False(File.Exists(data));
    }

    [Fact]
    public void A_journal_that_is_gone_leaves_the_partitions_known_that_were_made()
    {
        Deploy();
        foreach (var file in Directory.GetFiles(Folder, "configuration.*"))
            File.Delete(file);
        using var folder = DataFolder.Open(Folder, reset: false, nodes: 5);
        Assert.NotNull(folder.Journal.Lost);
        Assert.Equal([Partition], folder.State.Applications.Single().Created);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_folder_with_foreign_files_is_refused_by_name_and_nothing_is_touched(bool reset)
    {
        _ = Directory.CreateDirectory(Path.Combine(Folder, "photos"));
        File.WriteAllText(Path.Combine(Folder, "thesis.txt"), "years of work");
        var refusal = Assert.Throws<ClusterException>(() => DataFolder.Open(Folder, reset, nodes: 5));
        Assert.Equal("DataFolder", refusal.Code);
        Assert.Contains("it holds photos, thesis.txt, and no file 'sfperf-cluster'", refusal.Message);
        Assert.Equal(["photos", "thesis.txt"],
            Directory.GetFileSystemEntries(Folder).Select(Path.GetFileName).Order());
    }

    [Fact]
    public void A_reset_deletes_what_a_cluster_made_and_leaves_what_somebody_else_put_there()
    {
        Deploy();
        _ = Directory.CreateDirectory(Path.Combine(Folder, "_Node_0", "_App"));
        File.WriteAllText(Path.Combine(Folder, "notes.txt"), "mine");
        using (var folder = DataFolder.Open(Folder, reset: true, nodes: 1))
            Assert.Equal((1, 0), (folder.State.Generation, folder.State.Applications.Length));
        Assert.False(Directory.Exists(Path.Combine(Folder, "_Node_0")));
        Assert.Equal("mine", File.ReadAllText(Path.Combine(Folder, "notes.txt")));
    }

    [Fact]
    public void A_state_of_the_first_format_is_taken_over()
    {
        _ = Directory.CreateDirectory(Folder);
        File.WriteAllText(First, """{ "generation": 7, "nodes": 5, "nextApplication": 3 }""");
        using var folder = DataFolder.Open(Folder, reset: false, nodes: 5);
        Assert.Equal((8, 3), (folder.State.Generation, folder.State.NextApplication));
        Assert.Empty(folder.Repairs);
    }

    [Fact]
    public void A_state_that_knew_one_application_is_taken_over_with_it()
    {
        Deploy();
        var content = File.ReadAllText(First);
        var state = JsonNode.Parse(content[..content.LastIndexOf("\ncrc32c ", StringComparison.Ordinal)])!.AsObject();
        // As it was written then: the only application is no list, there are no types, and the copies have a checksum.
        state["application"] = state["applications"]![0]!.DeepClone();
        _ = state.Remove("applications") && state.Remove("applicationTypes");
        var text = state.ToJsonString();
        foreach (var file in new[] { First, Second })
            File.WriteAllText(file, $"{text}\ncrc32c {Crc32C.Compute(Encoding.UTF8.GetBytes(text)):x8}\n");
        using (var folder = DataFolder.Open(Folder, reset: false, nodes: 5))
        {
            var only = Assert.Single(folder.State.Applications);
            Assert.Equal(("A_App1", Partition), (only.Id, only.Created.Single()));
            Assert.Equal("fabric:/SfPerf", only.Definition.Name);
        }
        Assert.Contains("\"applications\": [", File.ReadAllText(First));
        Assert.DoesNotContain("\"application\":", File.ReadAllText(First));
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private void Deploy()
    {
        using var package = new PackageCopy();
        using var folder = DataFolder.Open(Folder, reset: false, nodes: 5);
        folder.Save(folder.State with
        {
            Applications =
            [
                new()
                {
                    Id = "A_App1", Definition = package.Read(), Partitions = [Partition], Created = [Partition],
                },
            ],
        });
        Assert.True(folder.Journal.TryReplace(new()
        {
            PartitionId = Partition, Version = 1, Epoch = new(1, 1), Primary = 7, Current = [new(7, "_Node_3")],
        }));
    }

    private static void Flip(string path, int at)
    {
        var bytes = File.ReadAllBytes(path);
        bytes[at] ^= 0x10;
        File.WriteAllBytes(path, bytes);
    }
}
