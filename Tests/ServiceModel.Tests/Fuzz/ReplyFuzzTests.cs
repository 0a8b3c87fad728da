using System;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.ServiceModel.Wire;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Fuzz;

/// <summary>A server that answers rubbish: the call ends with an exception callers expect, and soon.</summary>
public sealed class ReplyFuzzTests
{
    private const int Replies = 50;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(7)]
    [InlineData(77)]
    [InlineData(777)]
    public async Task A_call_survives_a_spoiled_reply(int seed)
    {
        var mutator = new Mutator(seed);
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var address = new EndpointAddress($"net.tcp://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/greet");
        for (var i = 0; i < Replies; i++)
        {
            var reply = Golden.Replies[i % Golden.Replies.Length];
            byte[] record = [6, .. Size(reply.Length), .. reply];
            byte[] answer = i % 5 == 0
                ? mutator.Spoil([0xB, .. record], record) : [0xB, .. mutator.Spoil(record, reply)];
            var serving = AnswerAsync(listener, answer);
            var factory = new ChannelFactory<IGreeter>(new NetTcpBinding(SecurityMode.None), address);
            var calling = Task.Run(() => factory.CreateChannel().Greet("Bob"));
            try
            {
                await calling.WaitAsync(Limit);
            }
            catch (Exception e) when (e is CommunicationException || e is TimeoutException && calling.IsCompleted)
            {
                // As it should be.
            }
            catch (Exception e)
            {
                Assert.Fail($"seed {seed}, reply {i}, {Convert.ToHexString(answer)}: {e}");
            }

            factory.Abort();
            await serving.WaitAsync(Limit);
        }
    }

    private static byte[] Size(int value)
    {
        var bytes = new byte[VarInt.SizeOf(value)];
        VarInt.Write(bytes, value);
        return bytes;
    }

    private static async Task AnswerAsync(TcpListener listener, byte[] answer)
    {
        using var client = await listener.AcceptTcpClientAsync();
        var request = new byte[4096];
        try
        {
            await client.Client.ReceiveAsync(request);
            await client.Client.SendAsync(answer);
            client.Client.Shutdown(SocketShutdown.Send);
            while (await client.Client.ReceiveAsync(request) > 0)
            {
                // The client ends the connection.
            }
        }
        catch (SocketException)
        {
            // The client reset it.
        }
    }
}
