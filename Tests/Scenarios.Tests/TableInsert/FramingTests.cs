using System;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using SfPerf.Scenarios.TableInsert;
using Xunit;

namespace SfPerf.Scenarios.Tests.TableInsert;

/// <summary>What the client sends, as both ends and the kernel count it.</summary>
public sealed class FramingTests
{
    private const int Requests = 30;

    [Theory]
    [InlineData(true, 1, false, 2)]
    [InlineData(true, 1, true, 2)]
    [InlineData(true, 10, false, 2)]
    [InlineData(true, 10, true, 2)]
    [InlineData(false, 1, false, 1)]
    [InlineData(false, 1, true, 2)]
    [InlineData(false, 10, false, 2)]
    [InlineData(false, 10, true, 2)]
    public async Task A_request_leaves_in_as_many_segments_as_its_cell_says(
        bool split, int entities, bool expect, int segments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux");
        foreach (var nagle in new[] { false, true })
        {
            await using var server = new CountingServer();
            using var client = new TableClient(server.Address, new InsertCell(split, entities, nagle, expect));
            await client.CreateTableAsync("Person", TestContext.Current.CancellationToken);
            var (sent, counted) = (client.Counters()!.Value, server.Counts()!.Value);
            Assert.Equal((1, 0), (counted.Requests, counted.Entities));
            for (var i = 0; i < Requests; i++)
                await client.InsertAsync("Person", People(entities), TestContext.Current.CancellationToken);
            var (sentNow, seen) = (client.Counters()!.Value, server.Counts()!.Value - counted);
            var sentAgain = sentNow.SegmentsSentAgain - sent.SegmentsSentAgain;
            Assert.Equal(1, client.Connections);
            Assert.Equal((Requests, Requests * entities), (seen.Requests, seen.Entities));
            Assert.Equal(Requests * segments, sentNow.SegmentsSent - sent.SegmentsSent);
            Assert.Equal(seen.Bytes, sentNow.BytesSent - sent.BytesSent);
            // A read may take two segments at once, but never the body of a client that waits for 100 (Continue).
            Assert.InRange(seen.Reads, Requests * (expect ? 2 : 1), Requests * segments);
            // On a busy machine the kernel takes one for lost that is not, and it arrives twice.
            Assert.InRange(seen.Segments, Requests * segments, (Requests * segments) + sentAgain);
        }
    }

    [Fact]
    public void A_request_is_complete_whatever_pieces_it_arrives_in()
    {
        var whole = Encoding.UTF8.GetBytes("POST /devstoreaccount1/Person HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n"
            + "Expect: 100-continue\r\n\r\nabc");
        for (var piece = 1; piece <= whole.Length; piece++)
        {
            var request = new IncomingRequest();
            var asked = 0;
            foreach (var part in whole.Chunk(piece))
            {
                Assert.False(request.IsComplete);
                part.CopyTo(request.Free);
                request.Add(part.Length);
                if (!request.WantsContinue)
                    continue;
                Assert.Equal("HTTP/1.1 100 Continue\r\n\r\n", Encoding.ASCII.GetString(request.TakeContinue()));
                asked++;
            }

            Assert.True(request.IsComplete);
            Assert.Equal((whole.Length, 1), (request.Bytes, request.Entities));
            Assert.InRange(asked, 0, 1);
            Assert.Equal(whole.Chunk(piece).Count(), request.Reads);
            Assert.StartsWith("HTTP/1.1 204 ", Encoding.ASCII.GetString(request.Answer()), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_transaction_is_answered_for_each_of_its_entities()
    {
        var body = InsertBody.Batch(People(3), new Uri("http://127.0.0.1/devstoreaccount1/Person"), "batch_x");
        var request = new IncomingRequest();
        byte[] whole = [.. Encoding.ASCII.GetBytes("POST /devstoreaccount1/$batch HTTP/1.1\r\nContent-Length: "
            + $"{body.Length}\r\n\r\n"), .. body];
        whole.CopyTo(request.Free);
        request.Add(whole.Length);
        Assert.Equal((true, 3), (request.IsComplete, request.Entities));
        Assert.Equal(3, Encoding.ASCII.GetString(request.Answer()).Split("HTTP/1.1 204 No Content").Length - 1);
        request.Reset();
        Assert.Equal((false, 0), (request.IsComplete, request.Bytes));
    }

    [Fact]
    public void The_entity_is_that_of_the_article()
    {
        var person = new Person("0123456789abcdef0123456789abcdef",
            new DateTimeOffset(2011, 4, 4, 4, 0, 0, TimeSpan.Zero));
        Assert.Equal("""
            {"PartitionKey":"Partition","RowKey":"0123456789abcdef0123456789abcdef","Name":"はまちちゃん",
            "Profile":"ぼくはまちちゃん!こんにちはこんにちは!!","Age":15,"Birthday@odata.type":"Edm.DateTime",
            "Birthday":"2011-04-04T04:00:00.0000000Z"}
            """.ReplaceLineEndings(""), Encoding.UTF8.GetString(person.ToJson()));
    }

    private static Person[] People(int count) => [.. Enumerable.Range(0, count).Select(_ => Person.New())];
}
