using System;
using System.Fabric;
using System.IO;
using System.Numerics;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Data;

/// <summary>A unit test may make a state manager without a cluster, as it does when it makes a service.</summary>
public sealed class UnheldStateManagerTests
{
    private readonly ReliableStateManager _manager = new(new StatefulServiceContext(
        new NodeContext("_Node_0", new NodeId(BigInteger.One, BigInteger.One), 1, "NodeType0", "127.0.0.1"),
        DispatchProxy.Create<ICodePackageActivationContext, Silent>(),
        "StoreType", new Uri("fabric:/App/Store"), null, Guid.NewGuid(), 1));

    [Fact]
    public void Handlers_and_serializers_can_be_given()
    {
        _manager.StateManagerChanged += (_, _) => { };
        _manager.TransactionChanged += (_, _) => { };
        _manager.OnDataLossAsync = _ => Task.FromResult(false);
        Assert.True(((IReliableStateManager)_manager).TryAddStateSerializer(new Whole()));
    }

    [Fact]
    public void What_needs_state_says_that_there_is_no_runtime()
    {
        var failure = Assert.Throws<InvalidOperationException>(
            () => ((IReliableStateManager)_manager).CreateTransaction());
        Assert.Contains("not connected to a Service Fabric runtime", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_can_be_ended()
    {
        await ((IStateProviderReplica)_manager).CloseAsync(CancellationToken.None);
        ((IStateProviderReplica)_manager).Abort();
    }

    /// <summary>An activation context of a test, which knows nothing.</summary>
    public class Silent : DispatchProxy
    {
        protected override object? Invoke(MethodInfo? targetMethod, object?[]? args) => null;
    }

    private sealed class Whole : IStateSerializer<int>
    {
        public int Read(BinaryReader binaryReader) => binaryReader.ReadInt32();

        public int Read(int baseValue, BinaryReader binaryReader) => Read(binaryReader);

        public void Write(int value, BinaryWriter binaryWriter) => binaryWriter.Write(value);

        public void Write(int baseValue, int targetValue, BinaryWriter binaryWriter) =>
            Write(targetValue, binaryWriter);
    }
}
