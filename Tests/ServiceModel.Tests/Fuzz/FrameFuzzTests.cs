using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Sockets;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Text;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.ServiceModel.Wire;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Fuzz;

/// <summary>Spoiled conversations: nothing may hang, crash the process, or take memory by the size it claims.</summary>
[Collection(SfPerf.ServiceModel.Tests.Fuzz.Alone.Name)]
public sealed class FrameFuzzTests
{
    private const int Streams = 60;
    private const int Envelopes = 1500;
    private const long AllocatedBytesMax = 512 * 1024;

    private static readonly ContractDescription Contract = ContractDescription.GetContract(typeof(IGreeter));

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(8)]
    [InlineData(13)]
    public async Task A_server_survives_spoiled_streams(int seed)
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var port = running.Address.Uri.Port;
        var mutator = new Mutator(seed);
        var preamble = Golden.Preamble($"net.tcp://127.0.0.1:{port}/greet");
        byte[] good = [.. preamble, .. Golden.Requests.SelectMany(r => r), 7];
        var before = GC.GetTotalAllocatedBytes();
        for (var i = 0; i < Streams; i++)
        {
            // Most errors are in the preamble or the first message unless those are left whole.
            var start = i % 4 == 0 ? 0 : preamble.Length;
            byte[] stream = i % 10 == 9
                ? mutator.Noise() : [.. good[..start], .. mutator.Spoil(good[start..], good)];
            Assert.True(await EndsAsync(port, stream), $"seed {seed}, stream {i} hangs: {Convert.ToHexString(stream)}");
        }

        var allocated = (GC.GetTotalAllocatedBytes() - before) / Streams;
        Assert.True(allocated < AllocatedBytesMax, $"seed {seed}: {allocated} bytes allocated for each stream");
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    [Theory]
    [InlineData(101)]
    [InlineData(102)]
    [InlineData(103)]
    public void A_spoiled_envelope_is_read_or_refused(int seed)
    {
        var settings = WireSettings.Of(new NetTcpBinding(SecurityMode.None));
        ReadSpoiled(seed, settings, [.. Golden.Requests.Select(Envelope), .. Golden.Replies]);
    }

    [Theory]
    [InlineData(201, "utf-8")]
    [InlineData(202, "utf-16")]
    [InlineData(203, "utf-16BE")]
    public void A_spoiled_envelope_in_text_is_read_or_refused(int seed, string encoding)
    {
        var settings = WireSettings.Of(new CustomBinding(
            new TextMessageEncodingBindingElement(
                MessageVersion.Soap12WSAddressing10, Encoding.GetEncoding(encoding)),
            new TcpTransportBindingElement()));
        ReadSpoiled(seed, settings, [.. InText(settings)]);
    }

    private static IEnumerable<byte[]> InText(WireSettings settings)
    {
        var decoder = new SessionDecoder(WireSettings.Of(new NetTcpBinding(SecurityMode.None)));
        foreach (var record in Golden.Requests)
        {
            var message = decoder.Read(Envelope(record));
            var operation = Contract.Operations.Single(o => o.RequestAction.Value == message.Action);
            using var output = new OutputBuffer();
            new TextEncoder(settings).Append(output, new()
            {
                Action = operation.RequestAction,
                Body = operation.Formatter.RequestBody,
                Arguments = operation.Formatter.ReadRequest(decoder.Reader, message.IsBodyEmpty),
                MessageId = message.MessageId,
                To = message.To,
            });
            yield return Envelope(output.Written.ToArray());
        }
    }

    private static void ReadSpoiled(int seed, WireSettings settings, byte[][] envelopes)
    {
        var mutator = new Mutator(seed);
        for (var i = 0; i < Envelopes; i++)
        {
            var envelope = mutator.Spoil(envelopes[i % envelopes.Length], envelopes[^1]);
            var before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                Read(EnvelopeDecoder.Of(settings), envelope);
            }
            catch (Exception e) when (e is XmlException or CommunicationException or FormatException
                or System.Runtime.Serialization.SerializationException or InvalidOperationException
                or DecoderFallbackException)
            {
                // Refused; what is no XmlException is a fault to the sender.
            }
            catch (Exception e)
            {
                Assert.Fail($"seed {seed}, envelope {i}, {Convert.ToHexString(envelope)}: {e}");
            }

            var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(allocated < AllocatedBytesMax, $"seed {seed}, envelope {i}: {allocated} bytes allocated");
        }
    }

    private static void Read(EnvelopeDecoder decoder, byte[] envelope)
    {
        var message = decoder.Read(envelope);
        if (message.IsFault)
        {
            var fault = FaultReader.Read(decoder.Reader);
            FaultMapper.ToException(fault, message.Action, Contract.Operations.Single(o => o.Name == "Fail"));
            return;
        }

        foreach (var operation in Contract.Operations)
        {
            if (operation.RequestAction.Value == message.Action)
                operation.Formatter.ReadRequest(decoder.Reader, message.IsBodyEmpty);
            else if (operation.ReplyAction?.Value == message.Action)
                operation.Formatter.ReadReply(decoder.Reader, message.IsBodyEmpty, []);
        }
    }

    private static byte[] Envelope(byte[] record)
    {
        VarInt.TryRead(record.AsSpan(1), out var size, out var used);
        return record[(1 + used)..(1 + used + size)];
    }

    private static async Task<bool> EndsAsync(int port, byte[] stream)
    {
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", port);
        var answer = new byte[4096];
        try
        {
            await client.Client.SendAsync(stream);
            client.Client.Shutdown(SocketShutdown.Send);
            while (await client.Client.ReceiveAsync(answer).WaitAsync(Limit) > 0)
            {
                // Whatever it says, it must come to an end.
            }

            return true;
        }
        catch (SocketException)
        {
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }
}
