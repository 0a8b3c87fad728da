using System;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using SfPerf.Fabric.Control;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class ControlFrameTests
{
    public static TheoryData<string> Messages =>
        [.. typeof(ControlMessage).GetNestedTypes(System.Reflection.BindingFlags.NonPublic)
            .Where(t => t.IsSubclassOf(typeof(ControlMessage))).Select(t => t.Name)];

    [Theory]
    [MemberData(nameof(Messages))]
    public void Each_message_has_a_kind_of_its_own_and_is_read_as_what_it_was(string name)
    {
        var type = typeof(ControlMessage).GetNestedType(name, System.Reflection.BindingFlags.NonPublic)!;
        var message = (ControlMessage)RuntimeHelpers.GetUninitializedObject(type);

        var (kind, json) = ControlFrame.Write(message);

        Assert.Equal(message, ControlFrame.Read([kind, .. json]));
    }

    [Fact]
    public void Values_texts_enums_and_lists_arrive()
    {
        var command = new ReplicaCommand
        {
            Kind = ReplicaCommandKind.CatchUp,
            Epoch = new FailoverEpoch(3, 4),
            Role = Role.Primary,
            Current =
            [
                new ReplicaView { Id = 7, Role = Role.ActiveSecondary, Up = true, ReplicatorAddress = "[::1]:5" },
            ],
        };
        var order = new ReplicaOrder
        {
            PartitionId = Guid.NewGuid(), ReplicaId = 8, Request = 9, Command = command,
        };

        var (kind, json) = ControlFrame.Write(new ControlMessage.Order("host \u00e9", order));
        var read = Assert.IsType<ControlMessage.Order>(ControlFrame.Read([kind, .. json]));

        Assert.Equal("host \u00e9", read.HostId);
        Assert.Equal(order.PartitionId, read.Body.PartitionId);
        Assert.Equal(command.ToString(), read.Body.Command.ToString());
        Assert.Equal(command.Current, read.Body.Command.Current);
        Assert.Contains("CatchUp", Encoding.UTF8.GetString(json));
    }

    [Fact]
    public void A_frame_that_is_no_message_is_refused()
    {
        Assert.Throws<InvalidDataException>(() => ControlFrame.Read([]));
        Assert.Throws<InvalidDataException>(() => ControlFrame.Read([250, .. "{}"u8]));
        Assert.Throws<InvalidDataException>(() => ControlFrame.Read([0, .. "null"u8]));
        Assert.Throws<JsonException>(() => ControlFrame.Read([0, .. "{"u8]));
    }
}
