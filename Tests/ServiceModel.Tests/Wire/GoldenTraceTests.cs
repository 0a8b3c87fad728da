using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.ServiceModel.Wire;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Wire;

/// <summary>A recorded conversation with Mono's server: SEND lines are whole records, RECV lines start at the
/// table of strings.</summary>
public sealed class GoldenTraceTests
{
    private static readonly WireSettings Settings = WireSettings.Of(new NetTcpBinding(SecurityMode.None));

    private static readonly ContractDescription Contract = ContractDescription.GetContract(typeof(IGreeter));

    [Fact]
    public void Every_request_is_read_and_written_again_byte_for_byte()
    {
        var decoder = new SessionDecoder(Settings);
        var encoder = new SessionEncoder(Settings);
        var requests = Lines("SEND ").ToArray();
        Assert.Equal(12, requests.Length);
        foreach (var record in requests)
        {
            Assert.True(VarInt.TryRead(record.AsSpan(1), out var size, out var used));
            Assert.Equal(record.Length, 1 + used + size);
            var message = decoder.Read(record[(1 + used)..]);
            var operation = Operation(message.Action!);
            var arguments = operation.Formatter.ReadRequest(decoder.Reader, message.IsBodyEmpty);
            using var output = new OutputBuffer();
            encoder.Append(output, new()
            {
                Action = operation.RequestAction,
                Body = operation.Formatter.RequestBody,
                Arguments = arguments,
                MessageId = message.MessageId,
                To = message.To,
            });
            Assert.Equal(Convert.ToHexString(record), Convert.ToHexString(output.Written.Span));
        }
    }

    [Fact]
    public void Every_reply_of_mono_is_understood()
    {
        var decoder = new SessionDecoder(Settings);
        var results = new List<object?>();
        foreach (var envelope in Lines("RECV "))
        {
            var message = decoder.Read(envelope);
            if (message.IsFault)
            {
                var fail = Operation("urn:probe/IGreeter/Fail");
                results.Add(FaultMapper.ToException(FaultReader.Read(decoder.Reader), message.Action, fail));
                continue;
            }

            var operation = Contract.Operations.Single(o => o.ReplyAction.Value == message.Action);
            results.Add(operation.Formatter.ReadReply(decoder.Reader, message.IsBodyEmpty, []));
        }

        Assert.Equal("Hello, Bob", results[0]);
        Assert.Equal("Hello, " + new string('x', 1024), results[1]);
        Assert.Equal("Hello, " + new string('x', 30000), results[2]);
        Assert.Equal("Hello, Zoë <&> 世", results[3]);
        Assert.Equal(42, results[4]);
        var item = Assert.IsType<Item>(results[5]);
        Assert.Equal((2, 1024, "1,2.5"), (item.Id, item.Blob!.Length, string.Join(',', item.Vals!)));
        Assert.Equal(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), item.When);
        Assert.Equal(7, Assert.IsType<FaultException<GreetFault>>(results[6]).Detail.Code);
        Assert.Equal("InternalServiceFault", Assert.IsType<FaultException>(results[7]).Code.Name);
        Assert.Equal(2, results[8]);
        Assert.Equal("12", results[9]);
    }

    private static OperationDescription Operation(string action) =>
        Contract.Operations.Single(o => o.RequestAction.Value == action);

    private static IEnumerable<byte[]> Lines(string prefix) =>
        File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Data", "golden-trace-mono.txt"))
            .Where(l => l.StartsWith(prefix, StringComparison.Ordinal))
            .Select(l => Convert.FromHexString(l.AsSpan(prefix.Length)));
}
