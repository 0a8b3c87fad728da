using System;

namespace SfPerf.Client.Parameters;

/// <summary>What a text must look like.</summary>
/// <param name="Allowed">What is allowed, as a phrase.</param>
/// <param name="Pattern">A regular expression for editors, as JSON Schema knows them; it may allow more than
/// <paramref name="Check"/>.</param>
/// <param name="Check">Says what is wrong with a text; null when nothing is.</param>
internal sealed record TextForm(string Allowed, string Pattern, Func<string, string?> Check);
