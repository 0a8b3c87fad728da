using System;
using System.Collections.Generic;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Dispatch;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.ServiceModel.Wire;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Fuzz;

/// <summary>Spoiled requests with arrays, as the dispatcher decodes them: each is a call, a fault or the session's end,
/// at a bounded cost of processor time.</summary>
[Collection(Alone.Name)]
public sealed class ArrayFuzzTests
{
    private const int Envelopes = 4000;

    // About a hundred times what one costs: a loop without end takes all the time there is.
    private static readonly TimeSpan ProcessorTimeMax = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private static readonly ContractDescription Contract = ContractDescription.GetContract(typeof(IAverage));

    public static TheoryData<int, string> Cases
    {
        get
        {
            var cases = new TheoryData<int, string>();
            for (var seed = 1; seed <= 6; seed++)
            {
                cases.Add(seed, "net.tcp");
                cases.Add(seed, "http");
                cases.Add(seed, "text");
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_spoiled_array_is_decoded_or_refused(int seed, string encoding)
    {
        var settings = WireSettings.Of(Binding(encoding));
        var mutator = new Mutator(seed);
        var good = Requests(settings).ToArray();
        var before = Environment.CpuUsage.TotalTime;
        var last = "";
        var decoding = Task.Run(() =>
        {
            for (var i = 0; i < Envelopes; i++)
            {
                var spoiled = mutator.SpoilArray(good[i % good.Length], good[(i + 1) % good.Length]);
                last = Convert.ToHexString(spoiled);
                Decode(settings, spoiled);
            }
        });
        try
        {
            await decoding.WaitAsync(Limit);
        }
        catch (TimeoutException)
        {
            Assert.Fail($"seed {seed}, {encoding}: no end of {last}");
        }

        var used = Environment.CpuUsage.TotalTime - before;
        Assert.True(used < ProcessorTimeMax, $"seed {seed}, {encoding}: {used} of processor time");
    }

    private static CustomBinding Binding(string encoding) => encoding switch
    {
        "net.tcp" => new(new NetTcpBinding(SecurityMode.None)),
        "http" => new(new BinaryMessageEncodingBindingElement(), new HttpTransportBindingElement()),
        _ => new(new TextMessageEncodingBindingElement(), new HttpTransportBindingElement()),
    };

    private static IEnumerable<byte[]> Requests(WireSettings settings)
    {
        var series = new Series
        {
            Prices = [1, 2.5m],
            Times = [DateTime.UnixEpoch, DateTime.MaxValue],
            Ids = [Guid.Empty, Guid.AllBitsSet],
            Next = new() { Prices = [3] },
        };
        yield return Request(settings, "Average", new double[] { 1, 2, 3 });
        yield return Request(settings, "Count", new[] { 1, -1, int.MaxValue });
        yield return Request(settings, "All", new[] { true, false });
        yield return Request(settings, "Smooth", series);
    }

    private static byte[] Request(WireSettings settings, string name, object argument)
    {
        var operation = Contract.Operations.Single(o => o.Name == name);
        using var output = new OutputBuffer();
        var message = new OutgoingMessage
        {
            Action = operation.RequestAction,
            Body = operation.Formatter.RequestBody,
            Arguments = [argument],
            MessageId = new(Guid.Empty),
        };
        if (settings.HasSessions)
            EnvelopeEncoder.Of(settings).Append(output, message);
        else
            PlainCodec.Write(output, message, settings);
        var bytes = output.Written.ToArray();
        if (!settings.HasSessions)
            return bytes;
        VarInt.TryRead(bytes.AsSpan(1), out var size, out var used);
        return bytes[(1 + used)..(1 + used + size)];
    }

    private static void Decode(WireSettings settings, byte[] envelope)
    {
        var engine = new DispatchEngine(Contract, isCallback: false, settings)
        {
            NewInstance = static () => throw new InvalidOperationException("No call is run here."),
        };
        try
        {
            IncomingMessage message;
            XmlDictionaryReader reader;
            if (settings.HasSessions)
            {
                var decoder = EnvelopeDecoder.Of(settings);
                (message, reader) = (decoder.Read(envelope), decoder.Reader);
            }
            else
            {
                var plain = new PlainReader(settings);
                (message, reader) = (plain.Read(envelope, null), plain.Reader);
            }

            var call = CallDecoder.Decode(engine, message, reader, new NoTarget(), out var fault);
            Assert.True(call is null || fault is null);
            if (call is null)
                ReadToEnd(reader, 4 * envelope.Length);
        }
        catch (Exception e) when (e is XmlException or ProtocolException)
        {
            // The session's end.
        }
    }

    // What is left of a message that was refused by its headers may be malformed, too.
    private static void ReadToEnd(XmlDictionaryReader reader, int nodesMax)
    {
        var nodes = 0;
        try
        {
            while (reader.Read() && nodes <= nodesMax)
                nodes++;
        }
        catch (Exception e) when (e is XmlException or FormatException or InvalidOperationException
            or ArgumentException)
        {
            // The end of it.
        }

        Assert.True(nodes <= nodesMax, "The reader makes no progress.");
    }

    private sealed class NoTarget : IReplyTarget
    {
        public string? SessionId => null;

        public IContextChannel? Channel => null;

        public bool IsOwn(ServiceChannel channel) => false;

        public void Reply(in OutgoingMessage message, bool mayWait)
        {
        }

        public void NoReply()
        {
        }

        public void EndSession()
        {
        }

        public void ExpectEnd()
        {
        }

        public void BreakSession()
        {
        }

        public void AbortSession()
        {
        }
    }
}
